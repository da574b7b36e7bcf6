// Asks the browser for a passkey where a form wants one, and posts the answer in that form. Where no script runs the style
// sheet hides these forms, this script does in a browser that knows no passkeys, and a password does.
(() => {
  const forms = document.querySelectorAll("form[data-passkey]");
  if (!window.PublicKeyCredential) {
    for (const form of forms) form.hidden = true;
    return;
  }

  const bytesOf = (text) =>
    Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (character) => character.charCodeAt(0));
  const textOf = (bytes) =>
    btoa(String.fromCharCode(...new Uint8Array(bytes)))
      .replace(/\+/g, "-")
      .replace(/\//g, "_")
      .replace(/=+$/, "");
  const known = (list = []) => list.map((one) => ({ ...one, id: bytesOf(one.id) }));

  const asked = {
    async create(options) {
      const user = { ...options.user, id: bytesOf(options.user.id) };
      const excludeCredentials = known(options.excludeCredentials);
      const challenge = bytesOf(options.challenge);
      const credential = await navigator.credentials.create({
        publicKey: { ...options, user, excludeCredentials, challenge },
      });
      const { response } = credential;
      return answerOf(credential, {
        clientDataJSON: textOf(response.clientDataJSON),
        authenticatorData: textOf(response.getAuthenticatorData()),
        publicKey: textOf(response.getPublicKey()),
      });
    },
    async get(options) {
      const credential = await navigator.credentials.get({
        publicKey: { ...options, challenge: bytesOf(options.challenge) },
      });
      const { response } = credential;
      return answerOf(credential, {
        clientDataJSON: textOf(response.clientDataJSON),
        authenticatorData: textOf(response.authenticatorData),
        signature: textOf(response.signature),
        userHandle: textOf(response.userHandle),
      });
    },
  };

  function answerOf({ id, type }, response) {
    return JSON.stringify({ id, type, response });
  }

  for (const form of forms) {
    const said = form.querySelector("[role=alert]");
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      said.textContent = "";
      try {
        form.elements.response.value = await asked[form.dataset.passkey](JSON.parse(form.dataset.options));
        form.submit();
      } catch {
        said.textContent = "No se usó ninguna llave de acceso. Puede intentarlo otra vez.";
      }
    });
  }
})();
