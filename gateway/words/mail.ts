/** Words of the e-mail with a code. */
export const mailWords = {
  subject: (code: string) => ({
    es: `${code} es tu código de Relevo`,
    en: `${code} is your Relevo code`,
  }),
  text: (code: string, site: string) => ({
    es: `Tu código para entrar en ${site}:

    ${code}

Vale diez minutos y una sola vez, en el navegador en que se pidió. No se lo des a nadie: quien te
lo pida quiere entrar en tu nombre.
Si no lo has pedido, no tienes que hacer nada.
`,
    en: `Your code to sign in at ${site}:

    ${code}

It is good for ten minutes and only once, in the browser that asked for it. Give it to nobody: who
wants it from you wants to sign in as you.
If you did not ask for it, there is nothing to do.
`,
  }),
};
