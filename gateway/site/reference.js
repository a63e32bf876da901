// Shows the OpenAPI document whose address is in the attribute `data-document` of the page. The page sends no
// requests to other hosts.
const element = document.getElementById('reference');
// These changes help users of the keyboard and of screen readers. `DeepLink` becomes plain text, because a
// button must not contain a link. The layout is Swagger UI's own without its element `main`, because the page has one,
// and without the choice of the server, because there is only one server.
const accessible = ({ React }) => ({
  components: {
    ReferenceLayout({ getComponent, specSelectors }) {
      const show = (name) => React.createElement(getComponent(name, true));
      const part = (className, ...names) => React.createElement('div', { className }, ...names.map(show));
      if (specSelectors.loadingStatus() !== 'success') return part('swagger-ui', 'errors');
      return React.createElement(
        'div',
        { className: 'swagger-ui' },
        part('', 'SvgAssets', 'errors'),
        part('wrapper information-container', 'InfoContainer'),
        React.createElement(
          'div',
          { className: 'scheme-container' },
          part('schemes wrapper', 'AuthorizeBtnContainer'),
        ),
        part('', 'FilterContainer'),
        part('wrapper', 'operations', 'Models'),
      );
    },
  },
  wrapComponents: {
    DeepLink:
      () =>
      ({ text }) =>
        React.createElement('span', null, text),
  },
});

/** Accessible names of controls for which Swagger UI has no name, by the selector of the control. */
const names = {
  '.copy-to-clipboard button': () => 'Copy',
  '.close-modal': () => 'Close',
  '.operation-filter-input': () => 'Filter by tag or path',
  '.examples-select-element': () => 'Example',
  '.content-type': () => 'Media type',
  'tr[data-param-name] :is(select, input, textarea)': (control) => control.closest('tr').dataset.paramName,
};

/**
 * Adds to Swagger UI's elements what users of the keyboard and of screen readers need: names of controls,
 * blocks that the keyboard can scroll, and the role of the dialog.
 */
function complete() {
  for (const [selector, nameOf] of Object.entries(names)) {
    for (const control of element.querySelectorAll(selector))
      control.setAttribute('aria-label', nameOf(control));
  }
  // The page has a heading of its own above that of the document.
  element.querySelector('.info h1.title')?.setAttribute('aria-level', '2');
  for (const block of element.querySelectorAll('.microlight:not([tabindex])')) block.tabIndex = 0;
  for (const button of element.querySelectorAll('.auth-btn-wrapper [aria-label]'))
    button.removeAttribute('aria-label');
  const dialog = element.querySelector('.dialog-ux .modal-ux:not([role])');
  if (!dialog) return;
  dialog.setAttribute('role', 'dialog');
  dialog.setAttribute('aria-label', 'Credentials');
  dialog.querySelector('.close-modal').focus();
}

new MutationObserver(complete).observe(element, { childList: true, subtree: true });
document.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape') return;
  element.querySelector('.close-modal')?.click();
  element.querySelector('.btn.authorize')?.focus();
});
window.SwaggerUIBundle({
  plugins: [accessible],
  domNode: element,
  url: element.dataset.document,
  layout: 'ReferenceLayout',
  deepLinking: true,
  docExpansion: 'list',
  filter: true,
  persistAuthorization: false,
  // The highlighter is off, because its colours have too little contrast.
  syntaxHighlight: { activated: false },
  tryItOutEnabled: true,
  validatorUrl: null,
});
