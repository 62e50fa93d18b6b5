package android.content;

import java.util.ArrayList;
import java.util.List;

/** Remembers what was started instead of starting it. */
public class Context {
  public final List<Intent> started = new ArrayList<>();

  public void startActivity(Intent intent) {
    started.add(intent);
  }
}
