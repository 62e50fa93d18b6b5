// Plays golden messages on the sample: the first line that comes in is the table without its rows, each further line a
// row, its page as a text. The first line that goes out says how the view was set up, the others what the host replied.
import UIKit
import WebKit

struct Failure: Error {}

func read(_ text: String) -> [String: Any] {
    try! JSONSerialization.jsonObject(with: Data(text.utf8)) as! [String: Any]
}

func say(_ fields: [String: Any]) {
    print(String(decoding: try! JSONSerialization.data(withJSONObject: fields), as: UTF8.self))
}

/// The table's methods but openUrl, which is the sample's own.
@MainActor
func methods(of ends: [String: [String: Any]]) -> [String: SoukMethod] {
    ends.filter { $0.key != "openUrl" }.mapValues { end in
        { _ in
            if let r = end["r"] as? [String: Any] { return r }
            let code = end["e"] as! String
            throw code == "failed" ? Failure() : SoukRefusal(code: code)
        }
    }
}

@MainActor
func goes(_ host: SoukHost, to address: String) async -> Bool {
    let action = WKNavigationAction(request: URLRequest(url: URL(string: address)!))
    return await host.view.navigationDelegate!.webView(host.view, decidePolicyFor: action) == .allow
}

@MainActor
func play(_ row: [String: Any], on host: SoukHost, at origin: String) async -> [String: Any] {
    let before = host.view.called.count
    var replies: [Any] = []
    var answers: Any = NSNull()
    switch row["does"] as? String {
    case "update": host.update(row["with"] as! [String: Any])
    case "back": answers = host.back()
    case "pause": host.pause()
    case "resume": host.resume()
    case "navigate": host.navigate((row["with"] as! [String: String])["path"]!)
    default:
        let from = WKSecurityOrigin(URL(string: row["from"] as? String ?? origin)!)
        let frame = WKFrameInfo(isMainFrame: row["isMainFrame"] as? Bool ?? true, securityOrigin: from)
        let channel = host.view.configuration.userContentController
        let message = WKScriptMessage(body: row["page"] as! String, frameInfo: frame)
        let (reply, _) = await channel.handlers["souk"]!.userContentController(channel, didReceive: message)
        if let text = reply as? String { replies.append(read(text)) }
    }
    for call in host.view.called[before...] where call.script == "soukBridge.receive(text)" {
        replies.append(read(call.arguments["text"] as! String))
    }
    return ["host": replies, "answers": answers, "opened": UIApplication.shared.opened]
}

@MainActor
func playAll() async {
    let table = read(readLine()!)
    let origin = table["origin"] as! String
    let ends = methods(of: table["methods"] as! [String: [String: Any]])
    let host = SoukHost(origin: origin, state: table["state"] as! [String: Any], methods: ends)
    host.load(lang: "zh CN&token=1")
    let channels = Array(host.view.configuration.userContentController.handlers.keys)
    say([
        "channels": channels, "address": host.view.url!.absoluteString,
        "stays": await !goes(host, to: "https://evil.example/"),
        "goes": await goes(host, to: "\(origin)/orderList"),
        "likeOurs": await !goes(host, to: "\(origin).evil.example/"),
    ])
    while let line = readLine() {
        say(await play(read(line), on: host, at: origin))
    }
    host.end()
    precondition(host.view.configuration.userContentController.handlers.isEmpty)
}

await playAll()
