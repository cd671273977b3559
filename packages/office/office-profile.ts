interface Setting {
  path: string
  name: string
  value: string | number | boolean
}

/** A second protection each: without network and files there is nothing to fetch either. */
const lockedSettings: readonly Setting[] = [
  { path: 'Office.Common/Security/Scripting', name: 'DisableMacrosExecution', value: true },
  { path: 'Office.Common/Security/Scripting', name: 'MacroSecurityLevel', value: 3 },
  { path: 'Office.Common/Security/Scripting', name: 'BlockUntrustedRefererLinks', value: true },
  { path: 'Office.Writer/Content/Update', name: 'Link', value: 2 }, // never
  { path: 'Office.Writer/Content/Update', name: 'Field', value: false },
  { path: 'Office.Writer/Content/Update', name: 'Chart', value: false },
  { path: 'Office.Calc/Content/Update', name: 'Link', value: 2 },
  { path: 'Office.Calc/Formula/Load', name: 'OOXMLRecalcMode', value: 1 }, // shows what the author saw
  { path: 'Office.Calc/Formula/Load', name: 'ODFRecalcMode', value: 1 },
  { path: 'Office.Java/VirtualMachine', name: 'Enable', value: false },
  { path: 'Office.Common/Misc', name: 'UseOpenCL', value: false },
]

/** The defaults of the author’s office program. */
const defaultSettings: readonly Setting[] = [
  { path: 'Setup/L10N', name: 'ooSetupSystemLocale', value: 'zh-CN' },
  { path: 'Office.Linguistic/General', name: 'DefaultLocale_CJK', value: 'zh-CN' },
  { path: 'Office.Common/Misc', name: 'FirstRun', value: false },
  { path: 'Office.Recovery/AutoSave', name: 'Enabled', value: false },
  { path: 'Office.Common/Save/Document', name: 'AutoSave', value: false },
]

const item = ({ path, name, value }: Setting) =>
  `<item oor:path="/org.openoffice.${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`

/** registrymodifications.xcu of a profile that exists for one conversion. */
export const profile = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${[...lockedSettings, ...defaultSettings].map(item).join('\n')}
</oor:items>
`
