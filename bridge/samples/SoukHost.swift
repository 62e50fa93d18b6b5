// Not compiled here: try it with /host/check.
import UIKit
import WebKit

/// How a method says no: "denied" where a person or a rule does, "unsupported" where your app cannot.
struct SoukRefusal: Error { let code: String }

typealias SoukMethod = @MainActor ([String: Any]) async throws -> [String: Any]

/// Souk in a WKWebView, with its host's end of the bridge: `origin` is exactly Souk's, "https://souk.example.com";
/// `methods` is what your app does when Souk asks. It logs nothing.
@MainActor
final class SoukHost: NSObject, WKScriptMessageHandlerWithReply, WKNavigationDelegate {
    private let origin: String
    private var state: [String: Any]
    private var methods: [String: SoukMethod]
    private(set) var view: WKWebView!
    private var guest = ""
    private var depth = 0

    /// Step 2: the channel is there before the page is.
    init(origin: String, state: [String: Any], methods: [String: SoukMethod]) {
        (self.origin, self.state, self.methods) = (origin, state, methods)
        super.init()
        self.methods["openUrl"] = { try await SoukHost.openUrl($0) }
        let configuration = WKWebViewConfiguration()
        configuration.userContentController.addScriptMessageHandler(self, contentWorld: .page, name: "souk")
        view = WKWebView(frame: .zero, configuration: configuration)
        view.navigationDelegate = self
    }

    /// Step 1: the language is in the address, the token never is.
    func load(lang: String) {
        let tag = lang.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "en"
        view.load(URLRequest(url: URL(string: "\(origin)/shopCenter#lang=\(tag)")!))
    }

    /// WebKit hands every frame's messages to the handler: only the main frame's at exactly this origin count.
    func userContentController(_: WKUserContentController, didReceive message: WKScriptMessage) async -> (Any?, String?) {
        let from = message.frameInfo
        let (host, port) = (from.securityOrigin.host, from.securityOrigin.port)
        let source = "\(from.securityOrigin.protocol)://\(host)" + (port == 0 ? "" : ":\(port)")
        guard from.isMainFrame, source == origin, let text = message.body as? String else { return (nil, "denied") }
        return (await hear(text), nil)
    }

    /// What is answered to a text of the page; nil where nothing is.
    func hear(_ text: String) async -> String? {
        guard let said = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any],
            said["souk"] as? Int == 1, let n = said["n"] as? String, n.count >= 16 else { return nil }
        let p = said["p"] as? [String: Any] ?? [:]
        if said["t"] as? String == "hello" { return greet(n, p) }
        guard n == guest else { return nil }
        if said["t"] as? String == "note", said["m"] as? String == "back" { depth = p["depth"] as? Int ?? 0 }
        guard said["t"] as? String == "req", let id = said["id"] as? Int else { return nil }
        return await answer(n, id, said["m"] as? String ?? "", p)
    }

    /// Steps 3 and 4. A new nonce is a new guest, after a reload.
    private func greet(_ n: String, _ p: [String: Any]) -> String? {
        guard let versions = p["versions"] as? [Int], versions.contains(1) else { return nil }
        if n != guest { (guest, depth) = (n, 0) }
        let known = Array(methods.keys)
        return write(["t": "hi", "n": n, "p": ["version": 1, "platform": "ios", "capabilities": known, "state": state]])
    }

    /// Step 5.
    private func answer(_ n: String, _ id: Int, _ m: String, _ p: [String: Any]) async -> String? {
        do {
            guard let method = methods[m] else { throw SoukRefusal(code: "unsupported") }
            let r = try await method(p)
            // A page that reloads gets the current token.
            if m == "token" { state = state.merging(["expiresAt": NSNull()]) { $1 }.merging(r) { $1 } }
            return write(["t": "res", "n": n, "id": id, "r": r])
        } catch {
            let code = (error as? SoukRefusal)?.code ?? "failed"
            return write(["t": "res", "n": n, "id": id, "e": ["code": code]])
        }
    }

    private static func openUrl(_ p: [String: Any]) async throws -> [String: Any] {
        guard let text = p["url"] as? String, let url = URL(string: text),
            ["https", "mailto", "tel"].contains(url.scheme?.lowercased()) else { throw SoukRefusal(code: "denied") }
        guard await UIApplication.shared.open(url) else { throw SoukRefusal(code: "failed") }
        return [:]
    }

    private func write(_ message: [String: Any]) -> String? {
        let data = try? JSONSerialization.data(withJSONObject: message.merging(["souk": 1]) { $1 })
        return data.map { String(decoding: $0, as: UTF8.self) }
    }

    /// The text is an argument and never becomes code.
    private func tell(_ m: String, _ p: [String: Any] = [:]) {
        guard !guest.isEmpty, let text = write(["t": "evt", "n": guest, "m": m, "p": p]) else { return }
        view.callAsyncJavaScript("soukBridge.receive(text)", arguments: ["text": text], in: nil, in: .page)
    }

    /// Step 6: what changed of token, lang, theme and so on; as token NSNull(), and tokenPending where one is on its way.
    func update(_ changes: [String: Any]) {
        state.merge(changes) { $1 }
        tell("state", changes)
    }

    /// Step 7: false where Souk has nowhere to go back to; then leave.
    func back() -> Bool { if depth > 0 { tell("back") }; return depth > 0 }

    /// Step 8: from the scene's sceneDidEnterBackground and sceneWillEnterForeground.
    func pause() { tell("pause") }
    /// Shows a screen of Souk's, such as "/order?id=…" behind a push notification.
    func navigate(_ path: String) { tell("navigate", ["path": path]) }
    func resume() { tell("resume") }
    /// Once it is no longer shown: the view would keep its handler for ever.
    func end() { view.configuration.userContentController.removeAllScriptMessageHandlers() }

    func webView(_ view: WKWebView, decidePolicyFor action: WKNavigationAction) async -> WKNavigationActionPolicy {
        action.request.url?.absoluteString.hasPrefix("\(origin)/") == true ? .allow : .cancel
    }
}
