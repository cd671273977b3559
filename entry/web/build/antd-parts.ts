import type { Plugin } from 'vite'

/**
 * The packages that antd stands on do not declare that their unused files can be left out. Through one context of its
 * inputs every list would have a whole form library with checks of values, although our forms have their own.
 */
export const antdParts = (): Plugin => ({
  name: 'antd-parts',
  apply: 'build',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (!source.startsWith('@rc-component/')) return null
    const file = await this.resolve(source, importer, { skipSelf: true })
    return file && { ...file, moduleSideEffects: false }
  },
})
