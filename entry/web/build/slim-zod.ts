import type { Plugin } from 'vite'

/** The code with which zod describes schemas; only the server prints such descriptions. */
const describingModules = /[\\/]zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors)\.js$/
/** zod's English messages. Our rules have Chinese messages; rules without one get the message below. */
const englishLocale = /[\\/]zod[\\/]v4[\\/]locales[\\/]en\.js$/

/**
 * zod tests here whether it may compile code. Our pages may not, and Trusted Types reports a violation for each test.
 */
const utilModule = /[\\/]zod[\\/]v4[\\/]core[\\/]util\.js$/
const compileTest = 'const F = Function;'

const exported = /^export (?:const|function|class) (\w+)/gm

/** Removes the parts of zod that no page uses but zod's classes import: a fifth of zod, all of it in the first load. */
export const slimZod = (): Plugin => ({
  name: 'slim-zod',
  apply: 'build',
  transform(code, id) {
    if (englishLocale.test(id)) return `export default () => ({ localeError: () => '填写不正确' })`
    if (utilModule.test(id)) {
      if (!code.includes(compileTest)) throw new Error('zod tries in another way now whether it may compile')
      return code.replace(compileTest, 'return false;')
    }
    if (!describingModules.test(id)) return undefined
    const names = [...code.matchAll(exported)].map(([, name]) => `export const ${name} = none`)
    return [`const none = () => () => { throw new Error('schemas do not describe themselves here') }`, ...names].join(
      '\n',
    )
  },
})
