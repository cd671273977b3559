import type { Plugin } from 'vite'

/**
 * Parts that antd attaches to components which pages use. The search field alone would add the button with all its
 * styles.
 */
export const unusedParts: Readonly<Record<string, readonly string[]>> = {
  Input: ['Group', 'Search', 'Password', 'OTP'],
  Tree: ['DirectoryTree'],
}

const file = /[\\/]antd[\\/]es[\\/](input|tree)[\\/]index\.js$/

const formContext = /[\\/]antd[\\/]es[\\/]form[\\/]context\.js$/

/** Removes the parts of antd that no page uses; together they are as large as the table component. */
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
  // A failed build is better than a page that silently becomes large again.
  if (missing) throw new Error(`slim-antd: antd no longer says "${missing}"`)
  return lines.reduce((rest, line) => rest.replace(line, ''), code)
}

/**
 * Every antd field checks whether it is inside an antd form, and so imports all antd forms. Our pages use none of
 * them.
 */
function removeForms(code: string) {
  const brought = "import { FormProvider as RcFormProvider } from '@rc-component/form';"
  if (!code.includes(brought)) throw new Error(`slim-antd: antd no longer says "${brought}"`)
  return code.replace(brought, 'const RcFormProvider = ({ children }) => children;')
}
