import type { Plugin } from 'vite'

/** What antd hangs on a name that pages do use. A search field of theirs alone brings its button with all its looks. */
export const unusedParts: Readonly<Record<string, readonly string[]>> = {
  Input: ['Group', 'Search', 'Password', 'OTP'],
  Tree: ['DirectoryTree'],
}

const file = /[\\/]antd[\\/]es[\\/](input|tree)[\\/]index\.js$/

const formContext = /[\\/]antd[\\/]es[\\/]form[\\/]context\.js$/

/** Leaves out of antd what no page uses: together it is as heavy as the table of a list. */
export const slimAntd = (): Plugin => ({
  name: 'slim-antd',
  apply: 'build',
  transform(code, id) {
    if (formContext.test(id)) return removeForms(code)
    const [, folder] = file.exec(id) ?? []
    if (!folder) return undefined
    const owner = folder === 'input' ? 'Input' : 'Tree'
    return unusedParts[owner]!.reduce((rest, part) => removePart(rest, owner, part), code)
  },
})

function removePart(code: string, owner: string, part: string) {
  const lines = [`import ${part} from './${part}';`, `${owner}.${part} = ${part};`]
  const missing = lines.find((line) => !code.includes(line))
  // Better no build than a page that is silently as heavy as before.
  if (missing) throw new Error(`slim-antd: antd no longer says "${missing}"`)
  return lines.reduce((rest, line) => rest.replace(line, ''), code)
}

/** Every field of antd asks whether it stands in a form of theirs, and so brings all of their forms. Ours stand in none. */
function removeForms(code: string) {
  const brought = "import { FormProvider as RcFormProvider } from '@rc-component/form';"
  if (!code.includes(brought)) throw new Error(`slim-antd: antd no longer says "${brought}"`)
  return code.replace(brought, 'const RcFormProvider = ({ children }) => children;')
}
