// /docs of the demo: the OpenAPI document, drawn by Swagger UI. Each call can be tried there.
import SwaggerUI from 'swagger-ui-dist/swagger-ui-bundle.js';

const at = (path: string) => new URL(path, import.meta.url);
const answer = await fetch(at('../openapi.json'));
const spec = { ...(await answer.json()), servers: [{ url: at('../api').pathname }] };
SwaggerUI({ spec, dom_id: '#calls', docExpansion: 'none', deepLinking: true, persistAuthorization: false });
