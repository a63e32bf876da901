// Shows the OpenAPI document of the mount that the page names. Nothing is asked of other hosts.
const element = document.getElementById('reference');
window.SwaggerUIBundle({
  domNode: element,
  url: element.dataset.document,
  deepLinking: true,
  docExpansion: 'list',
  filter: true,
  persistAuthorization: false,
  tryItOutEnabled: true,
  validatorUrl: null,
});
