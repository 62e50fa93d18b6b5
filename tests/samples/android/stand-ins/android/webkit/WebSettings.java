package android.webkit;

public class WebSettings {
  private boolean javaScript;
  private boolean domStorage;

  public boolean getJavaScriptEnabled() {
    return javaScript;
  }

  public void setJavaScriptEnabled(boolean enabled) {
    javaScript = enabled;
  }

  public boolean getDomStorageEnabled() {
    return domStorage;
  }

  public void setDomStorageEnabled(boolean enabled) {
    domStorage = enabled;
  }
}
