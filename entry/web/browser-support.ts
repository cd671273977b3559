/** The oldest Chromium we serve: the last one that runs on Windows 7. */
export const minChromiumVersion = 109

/** Whether a browser is below the floor. Chromium says its version; of the others we ask for something as young. */
export function isUnsupportedBrowser(agent: string, supports: (property: string, value: string) => boolean): boolean {
  const chromium = /Chrom(?:e|ium)\/(\d+)/.exec(agent)?.[1]
  return chromium ? Number(chromium) < minChromiumVersion : !supports('height', '1dvh')
}
