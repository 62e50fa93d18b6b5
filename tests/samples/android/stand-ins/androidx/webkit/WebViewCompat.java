package androidx.webkit;

import android.net.Uri;
import android.webkit.WebView;
import java.util.Set;

/** Remembers the one listener, for the test to speak to. */
public class WebViewCompat {
  public interface WebMessageListener {
    void onPostMessage(
        WebView view,
        WebMessageCompat message,
        Uri sourceOrigin,
        boolean isMainFrame,
        JavaScriptReplyProxy replyProxy);
  }

  public static String objectName;
  public static Set<String> originRules;
  public static WebMessageListener listener;

  public static void addWebMessageListener(
      WebView view, String jsObjectName, Set<String> allowedOriginRules, WebMessageListener given) {
    objectName = jsObjectName;
    originRules = allowedOriginRules;
    listener = given;
  }
}
