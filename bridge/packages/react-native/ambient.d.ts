// The parts of React Native that the package uses, so that it is type-checked without the packages.
declare module 'react-native' {
  interface Subscription {
    remove(): void;
  }
  export const AppState: {
    addEventListener(
      event: 'change',
      hear: (state: 'active' | 'background' | 'inactive' | 'unknown' | 'extension') => void,
    ): Subscription;
  };
  export const BackHandler: {
    addEventListener(event: 'hardwareBackPress', hear: () => boolean | null | undefined): Subscription;
  };
  export const Linking: { openURL(url: string): Promise<unknown> };
  export const Share: {
    share(content: { title?: string; message: string }): Promise<{ action: string }>;
  };
}

declare module 'react-native-webview' {
  import type { Component } from 'react';

  interface WebViewProps {
    source: { uri: string };
    originWhitelist?: string[];
    onShouldStartLoadWithRequest?(request: { url: string; isTopFrame: boolean }): boolean;
    onMessage?(event: { nativeEvent: { data: string; url: string } }): void;
    setSupportMultipleWindows?: boolean;
  }
  export class WebView extends Component<WebViewProps> {
    injectJavaScript(script: string): void;
  }
}
