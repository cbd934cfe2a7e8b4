/* global SwaggerUIBundle, document, matchMedia, MutationObserver */

/** No manual log-in: scripts may not send a cookie header, so it would have no effect. */
const noLogIn = { components: { authorizeBtn: () => null, authorizeOperationBtn: () => null } };

/** The viewer puts a link into the button that opens an operation; screen readers cannot tell the two apart. */
const noLinksInButtons = ({ React }) => ({
  wrapComponents: {
    DeepLink:
      () =>
      ({ text }) =>
        React.createElement('span', { className: 'nostyle' }, text),
  },
});

/** The browser adds its cookies after the viewer has written the curl command, which would be refused without them. */
function showCookies(request) {
  const cookies = document.cookie.split('; ').filter((cookie) => cookie.startsWith('cloud-'));
  request.curlOptions = ['-b', cookies.join('; ')];
  return request;
}

/** Names and keyboard focus that the viewer lacks. */
const MISSING = [
  ['select.examples-select-element', 'aria-label', 'Example'],
  ['textarea.body-param__text', 'aria-label', 'Request body'],
  ['pre.microlight, .model-box', 'tabindex', '0'],
];

function amend() {
  for (const [selector, attribute, value] of MISSING) {
    for (const element of document.querySelectorAll(selector)) {
      if (!element.hasAttribute(attribute)) element.setAttribute(attribute, value);
    }
  }
}

function followColorScheme({ matches }) {
  document.documentElement.classList.toggle('dark-mode', matches);
}

const dark = matchMedia('(prefers-color-scheme: dark)');
dark.addEventListener('change', followColorScheme);
followColorScheme(dark);

document.getElementById('logged-in').hidden = !document.cookie.includes('cloud-sid=');
document.getElementById('not-logged-in').hidden = document.cookie.includes('cloud-sid=');

new MutationObserver(amend).observe(document.getElementById('swagger-ui'), { childList: true, subtree: true });

SwaggerUIBundle({
  url: '/docs/openapi.yaml',
  dom_id: '#swagger-ui',
  plugins: [noLogIn, noLinksInButtons],
  requestInterceptor: showCookies,
  // Otherwise the viewer would send the document to a validator on the internet.
  validatorUrl: null,
  deepLinking: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  syntaxHighlight: { theme: 'obsidian' },
});
