import type { Plugin } from 'vite'

/** The halves of zod that a schema describes itself with; only the server prints such descriptions. */
const describing = /[\\/]zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors)\.js$/
/** Its English sentences. Rules of ours bring their own Chinese ones; whatever has none gets the word below. */
const english = /[\\/]zod[\\/]v4[\\/]locales[\\/]en\.js$/

/** Where zod tries whether it may compile. Our pages may not, and with Trusted Types the browser complains of each try. */
const trying = /[\\/]zod[\\/]v4[\\/]core[\\/]util\.js$/
const compiles = 'const F = Function;'

const exported = /^export (?:const|function|class) (\w+)/gm

/** Leaves out of zod what no page uses but its own classes name: a fifth of it, before anybody sees anything. */
export const slimZod = (): Plugin => ({
  name: 'slim-zod',
  apply: 'build',
  transform(code, id) {
    if (english.test(id)) return `export default () => ({ localeError: () => '填写不正确' })`
    if (trying.test(id)) {
      if (!code.includes(compiles)) throw new Error('zod tries in another way now whether it may compile')
      return code.replace(compiles, 'return false;')
    }
    if (!describing.test(id)) return undefined
    const names = [...code.matchAll(exported)].map(([, name]) => `export const ${name} = none`)
    return [`const none = () => () => { throw new Error('schemas do not describe themselves here') }`, ...names].join(
      '\n',
    )
  },
})
