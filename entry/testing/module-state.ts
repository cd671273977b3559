interface Source {
  file: string
  text: string
}

const writing = 'set|add|delete|clear|push|unshift|splice|pop|shift|fill|sort|reverse'
const assignment = String.raw`\s(\?\?|\|\||&&|[-+*/])?=\s`

/** Code that changes the value of a name: `seen.add(…)`, `seen[key] = …`, `seen.last = …`, `Object.assign(seen, …)`. */
const writesTo = (name: string) =>
  new RegExp(
    String.raw`(?<![.\w$#])${name}(\??\.(${writing})\(|\[[^\]\n]*\]${assignment}|(\.\w+)+${assignment})` +
      String.raw`|Object\.(assign|defineProperty)\(${name}\b|\bdelete ${name}[.[]`,
  )

/**
 * Variables of modules that change after they were loaded, and statements that fill such variables, as `file name`:
 * registries and other hidden state. The formatter begins every statement of a module in the first column.
 */
export function listModuleState(sources: readonly Source[]): string[] {
  return sources.flatMap(({ file, text }) => {
    const variables = [...text.matchAll(/^(?:export )?(?:let|var) (\w+)/gm)].map(([, name]) => name!)
    const fields = [...text.matchAll(/^ +static (?!readonly\b|async\b)([#\w]+)\s*[:=;]/gm)].map(([, name]) => name!)
    const constants = [...text.matchAll(/^(export )?const (\w+)/gm)].flatMap(([, isExported, name]) => {
      const imported = new RegExp(String.raw`^import \{[^}]*\b${name}\b[^}]*\} from`, 'm')
      const users = isExported ? sources.filter((other) => other.text.includes(name!) && imported.test(other.text)) : []
      const isWritten = [text, ...users.map((other) => other.text)].some((code) => writesTo(name!).test(code))
      return isWritten ? [name!] : []
    })
    // An import or a call for its side effect fills state elsewhere.
    const effects = [...text.matchAll(/^(?:import '([^']+)'|([a-z][\w.]*)\(|(for|while|if) \()/gm)].map(
      ([, path, called, loop]) => path ?? called ?? loop!,
    )
    return [...variables, ...fields, ...constants, ...effects].map((name) => `${file} ${name}`)
  })
}
