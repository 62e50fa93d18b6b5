package android.net;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

public class Uri {
  private final String text;

  private Uri(String text) {
    this.text = text;
  }

  public static Uri parse(String text) {
    return new Uri(text);
  }

  public static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  @Override
  public String toString() {
    return text;
  }
}
