/* global SwaggerUIBundle, document */

/** No log-in by hand: scripts may not send a cookie header, so that what is typed there would have no effect. */
const noLogIn = { components: { authorizeBtn: () => null, authorizeOperationBtn: () => null } };

/** The browser adds its cookies after the viewer has written the curl command, which would be refused without them. */
function showCookies(request) {
  const cookies = document.cookie.split('; ').filter((cookie) => cookie.startsWith('cloud-'));
  request.curlOptions = ['-b', cookies.join('; ')];
  return request;
}

SwaggerUIBundle({
  url: '/docs/openapi.yaml',
  dom_id: '#swagger-ui',
  plugins: [noLogIn],
  requestInterceptor: showCookies,
  // Or the viewer would send the document to a validator on the internet.
  validatorUrl: null,
  deepLinking: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
});
