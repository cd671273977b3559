import type { FileHandle } from 'node:fs/promises'
import { piecesOf } from '#packages/archive'
import { Unsafe } from './unsafe.ts'

/** How a browser's guess would begin to take something for a page, and how scripts begin. */
const beginsAsPage =
  /^\s*(<!doctype|<html|<head|<body|<script|<iframe|<object|<embed|<svg|<math|<style|<title|<table|<div|<img|<a\s|<p>|<b>|<br|<!--|<\?xml|<\?php|<%|#!|@echo\s+off|content-type:|mime-version:)/i
const holdsPage =
  /<script[\s>/]|<svg[\s>/]|<iframe[\s>/]|<html[\s>]|<!doctype\s+html|<object[\s>]|<embed[\s>]|javascript:/i
const hidden = /(?![\t\n\v\f\r\u0080-\u009f])\p{Cc}/u

/** Whether something that claims to be other than a page begins like one, or soon holds one. */
export function refusePage(head: string) {
  if (beginsAsPage.test(head) || holdsPage.test(head)) throw new Unsafe('a page or a script')
}

/** Which encoding a plain text has; it must be one, from beginning to end, and no page. */
export async function charsetOf(file: FileHandle): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
  const begin = buffer.subarray(0, bytesRead)
  const marked = (begin[0] === 0xff && begin[1] === 0xfe) || (begin[0] === 0xfe && begin[1] === 0xff)
  for (const charset of marked ? [begin[0] === 0xff ? 'utf-16le' : 'utf-16be'] : ['utf-8', 'gb18030'])
    if (await isText(file, charset)) return charset
  throw new Unsafe('no text')
}

async function isText(file: FileHandle, charset: string): Promise<boolean> {
  const decoder = new TextDecoder(charset, { fatal: true })
  let before = ''
  try {
    for await (const piece of piecesOf(file)) {
      const text = decoder.decode(piece, { stream: true })
      if (hidden.test(text)) throw new Unsafe('a text with signs that no text has')
      // A word that lies over the edge of two pieces is seen too.
      if (before === '') refusePage(text)
      else if (holdsPage.test(before + text)) throw new Unsafe('a page or a script')
      before = text.slice(-40) || ' '
    }
    decoder.decode()
    return true
  } catch (error) {
    if (error instanceof Unsafe) throw error
    return false
  }
}
