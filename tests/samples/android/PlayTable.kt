package com.example.superapp

import android.content.Context
import android.net.Uri
import android.webkit.WebResourceRequest
import android.webkit.WebView
import androidx.webkit.JavaScriptReplyProxy
import androidx.webkit.WebMessageCompat
import androidx.webkit.WebViewCompat
import org.json.JSONArray
import org.json.JSONObject

/** The table's methods but openUrl, which is the sample's own. */
fun methodsOf(table: JSONObject): Map<String, (JSONObject, SoukReply) -> Unit> {
    val ends = table.getJSONObject("methods")
    return ends.keys().asSequence().filter { it != "openUrl" }.associateWith { name -> methodOf(ends.getJSONObject(name)) }
}

fun methodOf(end: JSONObject): (JSONObject, SoukReply) -> Unit = { _, reply ->
    when {
        end.has("r") -> reply.answer(JSONObject(end.getJSONObject("r").toString()))
        end.getString("e") == "failed" -> throw IllegalStateException("A method that fails.")
        else -> reply.refuse(end.getString("e"))
    }
}

/** Whether the view is kept from going somewhere. */
fun WebView.refuses(address: String): Boolean = webViewClient.shouldOverrideUrlLoading(this, object : WebResourceRequest {
    override fun getUrl() = Uri.parse(address)
    override fun isForMainFrame() = true
})

/**
 * Plays golden messages on the sample: the first line that comes in is the table without its rows, each further line a
 * row, its page as a text. The first line that goes out says how the view was set up, the others what the host replied.
 */
fun main() {
    val table = JSONObject(readln())
    val origin = table.getString("origin")
    val view = WebView(Context())
    val host = SoukHost(view, origin, table.getJSONObject("state"), methodsOf(table))
    host.load("zh CN&token=1")
    println(
        JSONObject()
            .put("channel", WebViewCompat.objectName).put("origins", JSONArray(WebViewCompat.originRules.toList()))
            .put("address", view.url).put("stays", view.refuses("https://evil.example/"))
            .put("goes", !view.refuses("$origin/orderList")).put("likeOurs", view.refuses("$origin.evil.example/"))
            .put("script", view.settings.javaScriptEnabled).put("storage", view.settings.domStorageEnabled),
    )
    val replies = JSONArray()
    val page = object : JavaScriptReplyProxy() {
        override fun postMessage(message: String) { replies.put(JSONObject(message)) }
    }
    generateSequence(::readlnOrNull).map(::JSONObject).forEach { row ->
        while (replies.length() > 0) replies.remove(0)
        var answers: Any = JSONObject.NULL
        when (row.optString("does")) {
            "update" -> host.update(row.getJSONObject("with"))
            "back" -> answers = host.back()
            "pause" -> host.pause()
            "resume" -> host.resume()
            "navigate" -> host.navigate(row.getJSONObject("with").getString("path"))
            else -> {
                val from = row.optString("from", origin)
                val message = WebMessageCompat(row.getString("page"))
                val isMainFrame = row.optBoolean("isMainFrame", true)
                WebViewCompat.listener.onPostMessage(view, message, Uri.parse(from), isMainFrame, page)
            }
        }
        val opened = JSONArray(view.context.started.map { it.data.toString() })
        println(JSONObject().put("host", replies).put("answers", answers).put("opened", opened))
    }
}
