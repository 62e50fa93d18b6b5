// Not compiled here: written to the documentation of flutter_inappwebview 6.2; try it with /host/check.
import 'dart:convert';
import 'package:flutter/widgets.dart';
import 'package:flutter_inappwebview/flutter_inappwebview.dart';
import 'package:url_launcher/url_launcher.dart';

/// How a method says no: 'denied' where a person or a rule does, 'unsupported' where your app cannot.
enum SoukRefusal implements Exception { denied, unsupported, failed }

typedef SoukMethod = Future<Map<String, Object?>> Function(Map<String, Object?> params);

/// The host's end of Souk's bridge. [origin] is exactly Souk's, 'https://souk.example.com'; [methods] is what your app does.
class SoukHost with WidgetsBindingObserver {
  SoukHost({required this.origin, required Map<String, Object?> state, required Map<String, SoukMethod> methods})
      : _state = {...state}, _methods = {...methods, 'openUrl': _openUrl} {
    WidgetsBinding.instance.addObserver(this);
  }

  final String origin;
  final Map<String, Object?> _state;
  final Map<String, SoukMethod> _methods;
  InAppWebViewController? _view;
  String _guest = '';
  int _depth = 0;

  /// Steps 1 and 2: the language is in the address, the token never is; the channel is for this origin's main frame.
  Widget view(String lang) => InAppWebView(
        initialUrlRequest: URLRequest(url: WebUri('$origin/shopCenter#lang=${Uri.encodeComponent(lang)}')),
        initialSettings: InAppWebViewSettings(
          useShouldOverrideUrlLoading: true,
          // Its entries are regular expressions.
          javaScriptHandlersOriginAllowList: {'^${RegExp.escape(origin)}\$'},
          javaScriptHandlersForMainFrameOnly: true,
        ),
        onWebViewCreated: (controller) {
          _view = controller;
          controller.addJavaScriptHandler(
            handlerName: 'souk',
            callback: (JavaScriptHandlerFunctionData data) async =>
                data.isMainFrame && data.origin.origin == origin ? await hear('${data.args.first}') : null,
          );
        },
        shouldOverrideUrlLoading: (_, action) async =>
            '${action.request.url}'.startsWith('$origin/') ? NavigationActionPolicy.ALLOW : NavigationActionPolicy.CANCEL,
      );

  /// What is answered to a text of the page; null where nothing is. A text that is no JSON fails at the page.
  Future<String?> hear(String text) async {
    final said = jsonDecode(text);
    if (said is! Map<String, Object?> || said['souk'] != 1) return null;
    final n = said['n'], m = said['m'], p = said['p'] ?? const <String, Object?>{};
    if (n is! String || n.length < 16 || p is! Map<String, Object?>) return null;
    if (said['t'] == 'hello') return _greet(n, p);
    if (n != _guest) return null;
    if (said['t'] == 'note' && m == 'back') _depth = (p['depth'] as num? ?? 0).toInt();
    return said['t'] == 'req' && m is String ? _answer(n, said['id'], m, p) : null;
  }

  /// Steps 3 and 4. A new nonce is a new guest, after a reload.
  String? _greet(String n, Map<String, Object?> p) {
    final versions = p['versions'];
    if (versions is! List || !versions.contains(1)) return null;
    if (n != _guest) _depth = 0;
    _guest = n;
    final hi = {'version': 1, 'platform': 'flutter', 'capabilities': [..._methods.keys], 'state': _state};
    return _write(n, {'t': 'hi', 'p': hi});
  }

  /// Step 5.
  Future<String> _answer(String n, Object? id, String m, Map<String, Object?> p) async {
    try {
      final method = _methods[m] ?? (throw SoukRefusal.unsupported);
      final r = await method(p);
      // A page that reloads gets the current token.
      if (m == 'token') _state.addAll({'expiresAt': null, ...r});
      return _write(n, {'t': 'res', 'id': id, 'r': r});
    } catch (error) {
      final refusal = error is SoukRefusal ? error : SoukRefusal.failed;
      return _write(n, {'t': 'res', 'id': id, 'e': {'code': refusal.name}});
    }
  }

  static Future<Map<String, Object?>> _openUrl(Map<String, Object?> p) async {
    final url = Uri.tryParse('${p['url']}');
    if (url == null || !const {'https', 'mailto', 'tel'}.contains(url.scheme)) throw SoukRefusal.denied;
    if (!await launchUrl(url, mode: LaunchMode.externalApplication)) throw SoukRefusal.failed;
    return {};
  }

  String _write(String n, Map<String, Object?> fields) => jsonEncode({'souk': 1, 'n': n, ...fields});
  /// Written as a literal of JavaScript, so that nothing in a message can become code.
  void _tell(String m, [Map<String, Object?> p = const {}]) {
    if (_guest.isEmpty) return;
    final text = jsonEncode(_write(_guest, {'t': 'evt', 'm': m, 'p': p}));
    _view?.evaluateJavascript(source: 'soukBridge.receive($text)');
  }

  /// Step 6: what changed of token, lang, theme and so on; as token null, and tokenPending where one is on its way.
  void update(Map<String, Object?> changes) {
    _state.addAll(changes);
    _tell('state', changes);
  }

  /// Step 7, from PopScope: false where Souk has nowhere to go back to; then leave.
  bool back() {
    if (_depth > 0) _tell('back');
    return _depth > 0;
  }
  /// Shows a screen of Souk's, such as '/order?id=…' behind a push notification.
  void navigate(String path) => _tell('navigate', {'path': path});

  /// Step 8.
  @override
  void didChangeAppLifecycleState(AppLifecycleState state) {
    if (state == AppLifecycleState.resumed) _tell('resume');
    if (state == AppLifecycleState.paused) _tell('pause');
  }

  void dispose() => WidgetsBinding.instance.removeObserver(this);
}
