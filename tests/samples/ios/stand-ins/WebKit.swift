// WebKit as far as the sample knows it, with the names, labels and actors of Apple's.
@_exported import Foundation
@_exported import FoundationNetworking
import UIKit

@MainActor
public final class WKSecurityOrigin: NSObject {
    public let `protocol`: String
    public let host: String
    public let port: Int

    public init(_ url: URL) {
        self.protocol = url.scheme ?? ""
        host = url.host ?? ""
        port = url.port ?? 0
    }
}

@MainActor
public final class WKFrameInfo: NSObject {
    public let isMainFrame: Bool
    public let securityOrigin: WKSecurityOrigin

    public init(isMainFrame: Bool, securityOrigin: WKSecurityOrigin) {
        self.isMainFrame = isMainFrame
        self.securityOrigin = securityOrigin
    }
}

@MainActor
public final class WKScriptMessage: NSObject {
    public let body: Any
    public let frameInfo: WKFrameInfo

    public init(body: Any, frameInfo: WKFrameInfo) {
        self.body = body
        self.frameInfo = frameInfo
    }
}

@MainActor
public final class WKContentWorld: NSObject {
    public static let page = WKContentWorld()
}

@MainActor
public protocol WKScriptMessageHandlerWithReply: NSObjectProtocol {
    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) async -> (Any?, String?)
}

@MainActor
public final class WKUserContentController: NSObject {
    public private(set) var handlers: [String: any WKScriptMessageHandlerWithReply] = [:]

    public func addScriptMessageHandler(
        _ handler: any WKScriptMessageHandlerWithReply, contentWorld: WKContentWorld, name: String
    ) {
        handlers[name] = handler
    }

    public func removeAllScriptMessageHandlers() {
        handlers = [:]
    }
}

@MainActor
public final class WKWebViewConfiguration: NSObject {
    public let userContentController = WKUserContentController()
}

public enum WKNavigationActionPolicy: Int, Sendable {
    case cancel
    case allow
}

@MainActor
public final class WKNavigationAction: NSObject {
    public let request: URLRequest

    public init(request: URLRequest) {
        self.request = request
    }
}

public final class WKNavigation: NSObject {}

@MainActor
public protocol WKNavigationDelegate: NSObjectProtocol {
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction
    ) async -> WKNavigationActionPolicy
}

@MainActor
public final class WKWebView: UIView {
    public let configuration: WKWebViewConfiguration
    public weak var navigationDelegate: (any WKNavigationDelegate)?
    public private(set) var url: URL?
    /// The scripts that were called, with what they were given.
    public private(set) var called: [(script: String, arguments: [String: Any])] = []

    public init(frame: CGRect, configuration: WKWebViewConfiguration) {
        self.configuration = configuration
    }

    @discardableResult
    public func load(_ request: URLRequest) -> WKNavigation? {
        url = request.url
        return nil
    }

    public func callAsyncJavaScript(
        _ functionBody: String, arguments: [String: Any] = [:], in frame: WKFrameInfo? = nil,
        in contentWorld: WKContentWorld, completionHandler: ((Result<Any, any Error>) -> Void)? = nil
    ) {
        called.append((functionBody, arguments))
    }
}
