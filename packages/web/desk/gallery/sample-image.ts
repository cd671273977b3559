/** A generated landscape, without people. */
export function createSampleImage(width: number, height: number, caption: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
    <rect width="100%" height="100%" fill="lightskyblue"/>
    <circle cx="${width * 0.75}" cy="${height * 0.25}" r="${height / 10}" fill="gold"/>
    <path d="M0 ${height * 0.7}Q${width * 0.3} ${height * 0.45} ${width * 0.6} ${height * 0.7}T${width} ${height * 0.6}V${height}H0Z" fill="seagreen"/>
    <text x="50%" y="${height * 0.9}" font-size="${width / 16}" fill="white" text-anchor="middle">${caption}</text>
  </svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
