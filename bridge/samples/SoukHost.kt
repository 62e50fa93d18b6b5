// Not compiled here: try it with /host/check.
package com.example.superapp

import android.annotation.SuppressLint
import android.content.Intent
import android.net.Uri
import android.webkit.WebResourceRequest
import android.webkit.WebView
import android.webkit.WebViewClient
import androidx.webkit.JavaScriptReplyProxy
import androidx.webkit.WebViewCompat
import org.json.JSONArray
import org.json.JSONObject

/** How a method ends: by a result, or by a code: "denied", "unsupported" or "failed". */
interface SoukReply {
    fun answer(r: JSONObject)
    fun refuse(code: String)
}

/**
 * Souk in a WebView, with its host's end of the bridge. `origin` is exactly Souk's, such as "https://souk.example.com";
 * `methods` is what your app does when Souk asks. Call it on the main thread. It logs nothing.
 * Needs WebViewFeature.WEB_MESSAGE_LISTENER, which every WebView since version 83 has.
 */
class SoukHost(
    private val view: WebView,
    private val origin: String,
    private var state: JSONObject,
    methods: Map<String, (JSONObject, SoukReply) -> Unit>,
) {
    private val methods = methods + mapOf<String, (JSONObject, SoukReply) -> Unit>("openUrl" to ::openUrl)
    private var page: JavaScriptReplyProxy? = null
    private var guest = ""
    private var depth = 0

    /** Step 1 and 2: the channel, for this origin only, is there before the page is. */
    @SuppressLint("SetJavaScriptEnabled")
    fun load(lang: String) {
        view.settings.javaScriptEnabled = true
        view.settings.domStorageEnabled = true
        view.webViewClient = object : WebViewClient() {
            override fun shouldOverrideUrlLoading(view: WebView, request: WebResourceRequest) =
                request.isForMainFrame && !request.url.toString().startsWith("$origin/")
        }
        WebViewCompat.addWebMessageListener(view, "soukHost", setOf(origin)) { _, message, source, isMainFrame, proxy ->
            // The list lets in one origin only; a frame of it inside the page would be let in, too.
            if (isMainFrame && source.toString().removeSuffix("/") == origin) hear(message.data ?: "", proxy)
        }
        view.loadUrl("$origin/shopCenter#lang=${Uri.encode(lang)}")
    }

    private fun hear(text: String, from: JavaScriptReplyProxy) {
        val said = try { JSONObject(text) } catch (e: Exception) { return }
        val n = said.optString("n")
        if (said.optInt("souk") != 1 || n.length < 16) return
        if (said.optString("t") == "hello") greet(n, said.optJSONObject("p"), from)
        if (n != guest) return
        when (said.optString("t")) {
            "req" -> answer(n, said)
            "note" -> if (said.optString("m") == "back") depth = said.optJSONObject("p")?.optInt("depth") ?: 0
        }
    }

    /** Steps 3 and 4. A new nonce is a new guest, after a reload. */
    private fun greet(n: String, p: JSONObject?, from: JavaScriptReplyProxy) {
        val versions = p?.optJSONArray("versions") ?: return
        if ((0 until versions.length()).none { versions.optInt(it) == 1 }) return
        if (n != guest) depth = 0
        guest = n
        page = from
        val hi = JSONObject().put("version", 1).put("platform", "android")
            .put("capabilities", JSONArray(methods.keys.toList())).put("state", state)
        say(n, JSONObject().put("t", "hi").put("p", hi))
    }

    /** Step 5. */
    private fun answer(n: String, said: JSONObject) {
        val id = said.optInt("id")
        val m = said.optString("m")
        val reply = object : SoukReply {
            override fun answer(r: JSONObject) {
                // A page that reloads gets the current token.
                if (m == "token") { state.put("expiresAt", JSONObject.NULL); r.keys().forEach { state.put(it, r.get(it)) } }
                say(n, JSONObject().put("t", "res").put("id", id).put("r", r))
            }
            override fun refuse(code: String) =
                say(n, JSONObject().put("t", "res").put("id", id).put("e", JSONObject().put("code", code)))
        }
        val method = methods[m] ?: return reply.refuse("unsupported")
        try { method(said.optJSONObject("p") ?: JSONObject(), reply) } catch (e: Exception) { reply.refuse("failed") }
    }

    private fun openUrl(p: JSONObject, reply: SoukReply) {
        val url = p.optString("url")
        if (!Regex("(https://|mailto:|tel:)\\S+", RegexOption.IGNORE_CASE).matches(url)) return reply.refuse("denied")
        view.context.startActivity(Intent(Intent.ACTION_VIEW, Uri.parse(url)))
        reply.answer(JSONObject())
    }

    private fun say(n: String, message: JSONObject) {
        if (guest.isNotEmpty() && n == guest) page?.postMessage(message.put("souk", 1).put("n", n).toString())
    }

    private fun event(m: String, p: JSONObject = JSONObject()) = say(guest, JSONObject().put("t", "evt").put("m", m).put("p", p))

    /** Step 6: what changed of token, lang, theme and so on; as token JSONObject.NULL, and tokenPending where one is on its way. */
    fun update(changes: JSONObject) {
        changes.keys().forEach { state.put(it, changes.get(it)) }
        event("state", changes)
    }

    /** Step 7: false where Souk has nowhere to go back to; then leave. */
    fun back(): Boolean = (depth > 0).also { if (it) event("back") }

    /** Step 8: from onPause and onResume; `navigate` opens a screen of Souk's, such as "/order?id=…". */
    fun pause() = event("pause")
    fun resume() = event("resume")
    fun navigate(path: String) = event("navigate", JSONObject().put("path", path))
}
