import { execFileSync } from 'node:child_process'
import type { Page } from '@playwright/test'
import { expect } from '#entry/e2e/journey.ts'

/** In points. */
interface Sheet {
  pages: number
  width: number
  height: number
  words: { text: string; size: number; right: number; bottom: number }[]
}

/** What the printer gets, in the paper that the sheet asks for. */
export async function printPage(page: Page, path: string): Promise<Sheet> {
  await page.pdf({ path, preferCSSPageSize: true, printBackground: true })
  const info = execFileSync('pdfinfo', [path], { encoding: 'utf8' })
  const [, width, height] = /Page size: +([\d.]+) x ([\d.]+) pts/.exec(info)!
  const boxes = execFileSync('pdftotext', ['-bbox', path, '-'], { encoding: 'utf8' })
  const word = /xMin="([\d.]+)" yMin="[\d.]+" xMax="([\d.]+)" yMax="([\d.]+)">([^<]+)</g
  const words = [...boxes.matchAll(word)].map(([, left, right, bottom, text = '']) => ({
    text,
    // A Chinese character is as wide as its letters are high.
    size: (Number(right) - Number(left)) / text.length,
    right: Number(right),
    bottom: Number(bottom),
  }))
  return { pages: Number(/Pages: +(\d+)/.exec(info)![1]), width: Number(width), height: Number(height), words }
}

const toPoints = (millimetres: number) => (millimetres / 25.4) * 72
const smallest = ({ words }: Sheet) =>
  Math.min(...words.filter(({ text }) => /^\p{Script=Han}+$/u.test(text)).map(({ size }) => size))

/** One page of this size in millimetres, with letters of at least 7 points and nothing outside the paper. */
export function expectSheet(sheet: Sheet, { width, height }: { width: number; height: number }) {
  expect(sheet.pages).toBe(1)
  expect(Math.abs(sheet.width - toPoints(width))).toBeLessThan(2)
  expect(Math.abs(sheet.height - toPoints(height))).toBeLessThan(2)
  expect(smallest(sheet)).toBeGreaterThanOrEqual(6.95)
  expect(sheet.words.filter(({ right, bottom }) => right > sheet.width || bottom > sheet.height)).toEqual([])
}

/** Cells of the sheet whose words are cut off. */
export const listCutOff = (page: Page) =>
  page.evaluate<string[]>(`
    [...document.querySelectorAll('[data-sheet] :is(td, th)')]
      .filter((cell) => cell.scrollWidth > cell.clientWidth + 1 || cell.scrollHeight > cell.clientHeight + 1)
      .map((cell) => cell.textContent)`)
