import type { FileHandle } from 'node:fs/promises'
import { readPieces } from '#packages/archive'
import { UnsafeFile } from './unsafe-file.ts'

/** Beginnings that browsers sniff as HTML, and beginnings of scripts. */
const startsAsHtml =
  /^\s*(<!doctype|<html|<head|<body|<script|<iframe|<object|<embed|<svg|<math|<style|<title|<table|<div|<img|<a\s|<p>|<b>|<br|<!--|<\?xml|<\?php|<%|#!|@echo\s+off|content-type:|mime-version:)/i
const containsHtml =
  /<script[\s>/]|<svg[\s>/]|<iframe[\s>/]|<html[\s>]|<!doctype\s+html|<object[\s>]|<embed[\s>]|javascript:/i
const controlCharacters = /(?![\t\n\v\f\r\u0080-\u009f])\p{Cc}/u

/** Refuses a file of another type that begins with HTML or contains it near the beginning. */
export function refuseHtml(head: string) {
  if (startsAsHtml.test(head) || containsHtml.test(head)) throw new UnsafeFile('a page or a script')
}

/** Detects the encoding of a plain text, which must be valid from beginning to end and no HTML. */
export async function detectCharset(file: FileHandle): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
  const begin = buffer.subarray(0, bytesRead)
  const marked = (begin[0] === 0xff && begin[1] === 0xfe) || (begin[0] === 0xfe && begin[1] === 0xff)
  for (const charset of marked ? [begin[0] === 0xff ? 'utf-16le' : 'utf-16be'] : ['utf-8', 'gb18030'])
    if (await isText(file, charset)) return charset
  throw new UnsafeFile('no text')
}

async function isText(file: FileHandle, charset: string): Promise<boolean> {
  const decoder = new TextDecoder(charset, { fatal: true })
  let before = ''
  try {
    for await (const piece of readPieces(file)) {
      const text = decoder.decode(piece, { stream: true })
      if (controlCharacters.test(text)) throw new UnsafeFile('a text with signs that no text has')
      // Also detects a tag across two pieces.
      if (before === '') refuseHtml(text)
      else if (containsHtml.test(before + text)) throw new UnsafeFile('a page or a script')
      before = text.slice(-40) || ' '
    }
    decoder.decode()
    return true
  } catch (error) {
    if (error instanceof UnsafeFile) throw error
    return false
  }
}
