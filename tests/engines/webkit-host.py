# A native host around WebKitGTK, driven by lines of JSON on stdin and answering by lines on stdout:
# {"id": 1, "do": "load", …} is answered by {"id": 1, "is": …} or {"id": 1, "fails": "…"}; what a page says to the
# script message handler `souk` comes as {"view": 1, "text": "…", "reply": 7 or null}.
import itertools
import json
import os
import sys

# What the engine prints, the pages' console among it, goes to stderr.
out = os.fdopen(os.dup(1), "w", buffering=1)
os.dup2(2, 1)

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("JavaScriptCore", "4.1")
gi.require_version("WebKit2", "4.1")
from gi.repository import GLib, Gtk, JavaScriptCore, WebKit2

views = {}
replies = {}
numbers = itertools.count(1)


def send(message):
    out.write(json.dumps(message) + "\n")


def text_of(value):
    return value.to_string() if value.is_string() else value.to_json(0)


def listen(content, view, with_reply):
    def one_way(_, result):
        send({"view": view, "text": text_of(result.get_js_value()), "reply": None})

    def wants_reply(_, value, reply):
        number = next(numbers)
        replies[number] = (reply, value.get_context())
        send({"view": view, "text": text_of(value), "reply": number})
        return True

    if with_reply:
        content.connect("script-message-with-reply-received::souk", wants_reply)
        content.register_script_message_handler_with_reply("souk", None)
    else:
        content.connect("script-message-received::souk", one_way)
        content.register_script_message_handler("souk")


def open_view(done, view, handler=None, scripts=()):
    content = WebKit2.UserContentManager()
    for source, frames in scripts:
        where = WebKit2.UserContentInjectedFrames
        content.add_script(
            WebKit2.UserScript(
                source,
                where.TOP_FRAME if frames == "main" else where.ALL_FRAMES,
                WebKit2.UserScriptInjectionTime.START,
                None,
                None,
            )
        )
    if handler:
        listen(content, view, handler == "with reply")
    settings = WebKit2.Settings(
        enable_write_console_messages_to_stdout=True,
        hardware_acceleration_policy=WebKit2.HardwareAccelerationPolicy.NEVER,
    )
    # Nothing of one view, storage or cache, is there for the next.
    context = WebKit2.WebContext.new_ephemeral()
    web = WebKit2.WebView(web_context=context, user_content_manager=content, settings=settings)
    window = Gtk.OffscreenWindow(default_width=390, default_height=844)
    window.add(web)
    window.show_all()
    web.grab_focus()
    views[view] = web
    done(None)


def arrive(done, web, start):
    def look(_, event):
        if event == WebKit2.LoadEvent.COMMITTED:
            web.disconnect(heard)
            done(web.get_uri())

    heard = web.connect("load-changed", look)
    start()


def call(done, view, body):
    def finish(web, result):
        try:
            done(web.call_async_javascript_function_finish(result).to_string())
        except GLib.Error as error:
            done(None, error.message)

    views[view].call_async_javascript_function(body, -1, None, None, None, None, finish)


def answer(done, reply, text):
    # In the context of the question: one more in this process would have the engine fall when it cleans up.
    waiting, words = replies.pop(reply)
    waiting.return_value(JavaScriptCore.Value.new_string(words, text))
    done(None)


def addresses(done, view):
    history = views[view].get_back_forward_list()
    entries = history.get_back_list() + [history.get_current_item()] + history.get_forward_list()
    done([entry.get_uri() for entry in entries])


def close_view(done, view):
    views.pop(view).get_toplevel().destroy()
    done(None)


acts = {
    "open": open_view,
    "load": lambda done, view, url: arrive(done, views[view], lambda: views[view].load_uri(url)),
    "reload": lambda done, view: arrive(done, views[view], views[view].reload),
    "call": call,
    "answer": answer,
    "addresses": addresses,
    "close": close_view,
}


def obey(line):
    order = json.loads(line)
    number, act = order.pop("id"), order.pop("do")

    def done(result, fault=None):
        send({"id": number, "is": result} if fault is None else {"id": number, "fails": fault})

    try:
        acts[act](done, **order)
    except Exception as error:
        done(None, f"{type(error).__name__}: {error}")


unread = b""


def hear(*_):
    global unread
    read = os.read(0, 65536)
    if not read:
        Gtk.main_quit()
        return False
    *lines, unread = (unread + read).split(b"\n")
    for line in lines:
        obey(line)
    return True


GLib.unix_fd_add_full(GLib.PRIORITY_DEFAULT, 0, GLib.IOCondition.IN | GLib.IOCondition.HUP, hear)
version = (WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version())
send({"ready": ".".join(map(str, version))})
Gtk.main()
