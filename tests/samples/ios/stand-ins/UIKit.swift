// UIKit as far as the sample and the README's lines know it.
@_exported import Foundation

@MainActor
open class UIView: NSObject {
    public func addSubview(_ view: UIView) {}
}

/// Remembers what was opened instead of opening it.
@MainActor
public final class UIApplication: NSObject {
    public static let shared = UIApplication()
    public private(set) var opened: [String] = []

    public func open(_ url: URL) async -> Bool {
        opened.append(url.absoluteString)
        return true
    }
}
