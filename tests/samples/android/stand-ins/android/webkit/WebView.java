package android.webkit;

import android.content.Context;

public class WebView {
  private final Context context;
  private final WebSettings settings = new WebSettings();
  private WebViewClient client = new WebViewClient();
  private String url;

  public WebView(Context context) {
    this.context = context;
  }

  public Context getContext() {
    return context;
  }

  public WebSettings getSettings() {
    return settings;
  }

  public WebViewClient getWebViewClient() {
    return client;
  }

  public void setWebViewClient(WebViewClient client) {
    this.client = client;
  }

  public String getUrl() {
    return url;
  }

  public void loadUrl(String url) {
    this.url = url;
  }
}
