/** Words of the e-mail with a code. */
export const mailWords = {
  subject: (code: string) => ({
    es: `${code} es tu código de Relevo`,
    en: `${code} is your Relevo code`,
  }),
  text: (code: string, site: string) => ({
    es: `Tu código para entrar en ${site}:

    ${code}

Vale diez minutos y una sola vez. No se lo des a nadie: quien lo tenga entra en tu nombre.
Si no lo has pedido, no tienes que hacer nada.
`,
    en: `Your code to sign in at ${site}:

    ${code}

It is good for ten minutes and only once. Give it to nobody: who has it signs in as you.
If you did not ask for it, there is nothing to do.
`,
  }),
};
