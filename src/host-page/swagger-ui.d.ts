declare module 'swagger-ui-dist/swagger-ui-bundle.js' {
  interface Options {
    spec: object;
    dom_id: string;
    docExpansion: 'none' | 'list' | 'full';
    deepLinking: boolean;
    persistAuthorization: boolean;
  }
  export default function SwaggerUI(options: Options): unknown;
}
