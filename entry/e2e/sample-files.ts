/** Files as users have them: a letter written in an office program, and a photo. */
import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'

const letter = (title: string) => `<!doctype html><meta charset="utf-8">
<p style="font-family: 方正小标宋简体; font-size: 22pt; text-align: center">${title}</p>
<p style="font-family: 仿宋_GB2312; font-size: 16pt">各中小学、幼儿园：</p>
<p style="font-family: 仿宋_GB2312; font-size: 16pt; text-indent: 2em">现将有关事项通知如下，请认真贯彻执行。</p>
<p style="font-family: 仿宋_GB2312; font-size: 16pt; page-break-before: always">附件：名单</p>`

/** A letter of two pages, as a Word document. */
export async function createLetter(folder: string, name: string) {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${name}.html`), letter(name))
  const profile = `-env:UserInstallation=file://${folder}/profile`
  const args = [profile, '--headless', '--infilter=HTML (StarWriter)', '--convert-to', 'docx', '--outdir', folder]
  await promisify(execFile)('soffice', [...args, join(folder, `${name}.html`)], { timeout: 50_000 })
  return join(folder, `${name}.docx`)
}

/** A photograph of a good camera: noise, which no format makes small, in two parts of an upload. */
export async function createPhotograph(folder: string, name: string) {
  await mkdir(folder, { recursive: true })
  const file = join(folder, `${name}.jpg`)
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const picture = { width: 2600, height: 2600, channels: 3, background: { r: 90, g: 140, b: 90 }, noise } as const
  await sharp({ create: picture }).jpeg({ quality: 100 }).toFile(file)
  return file
}
