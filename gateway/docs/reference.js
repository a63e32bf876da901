// Shows the OpenAPI document of the mount that the page names. Nothing is asked of other hosts.
const element = document.getElementById('reference');
// For the keyboard and screen readers: a button contains no link, and a choice of one server is none.
const accessible = ({ React }) => ({
  wrapComponents: {
    DeepLink:
      () =>
      ({ text }) =>
        React.createElement('span', null, text),
    ServersContainer: () => () => null,
  },
});

/** Names of controls to which Swagger UI gives none, by selector. */
const names = {
  '.copy-to-clipboard button': () => 'Copy',
  '.close-modal': () => 'Close',
  '.operation-filter-input': () => 'Filter by tag',
  '.examples-select-element': () => 'Example',
  '#servers': () => 'Server',
  '.content-type': () => 'Media type',
  'tr[data-param-name] :is(select, input, textarea)': (control) => control.closest('tr').dataset.paramName,
};

/** Completes what Swagger UI has drawn: names, blocks that scroll with the keyboard, and the dialog. */
function complete() {
  for (const [selector, nameOf] of Object.entries(names)) {
    for (const control of element.querySelectorAll(selector))
      control.setAttribute('aria-label', nameOf(control));
  }
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
  deepLinking: true,
  docExpansion: 'list',
  filter: true,
  persistAuthorization: false,
  // The colours of the highlighter have too little contrast.
  syntaxHighlight: { activated: false },
  tryItOutEnabled: true,
  validatorUrl: null,
});
