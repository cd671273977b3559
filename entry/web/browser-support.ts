/** The oldest supported Chromium: the last one that runs on Windows 7. */
export const minChromiumVersion = 109

/** Whether a browser is too old. Chromium reports its version; others are tested for a CSS feature of the same age. */
export function isUnsupportedBrowser(agent: string, supports: (property: string, value: string) => boolean): boolean {
  const chromium = /Chrom(?:e|ium)\/(\d+)/.exec(agent)?.[1]
  return chromium ? Number(chromium) < minChromiumVersion : !supports('height', '1dvh')
}
