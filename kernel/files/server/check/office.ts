import type { FileHandle } from 'node:fs/promises'
import { readEntry, refuseLies, zipEntries } from '#packages/archive'
import { asUnsafe, Unsafe } from './unsafe.ts'

const mainTypes: Record<string, string> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
}
const longestTypes = 1024 * 1024
/** What runs: macros, controls, and programs that were put in. */
const running = /vbaProject\.bin$|vbaData\.xml$|(^|\/)activeX\/|\.(exe|dll|js|vbs|bat|cmd|hta|html?|svg|ps1|jar|lnk)$/i

/** A document of Office since 2007: a zip whose list of contents says that its main part is such a document. */
export const checkOffice = (file: FileHandle, suffix: string) => lookInto(file, suffix).catch(asUnsafe)

async function lookInto(file: FileHandle, suffix: string) {
  const entries = await zipEntries(file)
  const isRunning = entries.some(({ name }) => running.test(name) && !isPicture(name))
  if (isRunning) throw new Unsafe('a document with a program in it')
  const list = entries.find(({ name }) => name === '[Content_Types].xml')
  if (!list) throw new Unsafe('an archive that is no document')
  const types = await readEntry(file, list, longestTypes)
  if (/<!DOCTYPE|<!ENTITY/i.test(types)) throw new Unsafe('a list of contents with entities')
  if (!types.includes(`"${mainTypes[suffix]}"`)) throw new Unsafe('a document of another kind')
  if (/macroEnabled/i.test(types)) throw new Unsafe('a document with macros')
  await refuseLies(file, entries)
}

/** Office keeps the drawings of icons as SVG beside their PNG; they are shown by it and never by a browser. */
const isPicture = (name: string) => /\/media\/[^/]+\.svg$/i.test(name)
