/** Shows the paragraphs of an HTML text as plain text, so that the page contains no markup from the shop's texts. */
export function HtmlText({ html }: { readonly html: string }) {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const blocks = [...body.querySelectorAll('p, li, h1, h2, h3, h4')];
  const texts = blocks.length > 0 ? blocks.map(({ textContent }) => textContent) : [body.textContent];
  return (
    <>
      {texts
        .filter((text) => text?.trim())
        .map((text, index) => (
          <p key={index}>{text}</p>
        ))}
    </>
  );
}
