import sharp from 'sharp'
import { createRandom, type Random } from '../random.ts'

/** Options of a drawn portrait; it shows no real person. */
interface PortraitOptions {
  isGirl: boolean
  age: 'child' | 'adult'
}

const skins = ['#ffe0c7', '#f8d2b3', '#f2c6a0', '#eebd95']
const hairs = ['#2b2a2f', '#3a2f2b', '#1f2430', '#4a3a32']
const backgrounds = ['#cfe3f7', '#d7ecdf', '#f7e3d0', '#e6def5', '#f9dfe2', '#dcebef', '#efe9d2']
const childrensClothes = ['#3f7fd1', '#3a9d83', '#d9694f', '#7a68c9', '#e0a13c', '#c75b86']
const adultsClothes = ['#37507a', '#4f6f63', '#7b5265', '#5c5f70', '#8a6a45', '#3d6577']

/** Hair behind the head, and over the forehead. */
type Hair = readonly [behind: string, over: string]

const girlsHair: readonly Hair[] = [
  // long, straight
  [
    'M88 150c0-64 46-98 112-98s112 34 112 98v136c0 12-24 16-30 6l-8-120H126l-8 120c-6 10-30 6-30-6Z',
    'M104 166c0-68 38-102 96-102s96 34 96 102c-46-6-72-24-92-52-16 28-54 46-100 52Z',
  ],
  // a bob
  [
    'M92 156c0-66 44-102 108-102s108 36 108 102v66c0 22-22 34-40 30H132c-18 4-40-8-40-30Z',
    'M102 178c0-76 38-114 98-114s98 38 98 114c-20-8-30-24-34-42H136c-4 18-14 34-34 42Z',
  ],
  // a knot
  [
    'M200 24c24 0 38 14 38 34s-14 32-38 32-38-12-38-32 14-34 38-34Z',
    'M104 170c-4-70 38-108 96-108s100 38 96 108c-20-10-32-30-36-52-40-10-80-10-120 0-4 22-16 42-36 52Z',
  ],
  // two tails, for children only: the last one
  [
    'M84 220c-26-8-30-62-4-84 10-8 24 0 24 14v58c0 10-8 16-20 12Zm232 0c26-8 30-62 4-84-10-8-24 0-24 14v58c0 10 8 16 20 12Z',
    'M106 168c-2-72 40-104 94-104s96 32 94 104c-26-14-40-36-46-58-30 22-98 34-142 58Z',
  ],
]
const boysHair: readonly Hair[] = [
  // short, parted
  [
    'M98 178c-8-80 36-124 102-124s110 44 102 124Z',
    'M100 176c-6-70 34-112 96-112 68 0 112 40 104 112-14-10-20-32-24-50-44 8-92 2-120-16-16 14-36 34-56 66Z',
  ],
  // a brush
  [
    'M100 172c-6-76 36-120 100-120s106 44 100 120Z',
    'M102 160c0-58 34-98 98-98s98 40 98 98c-8-6-14-16-18-28-50-12-110-12-160 0-4 12-10 22-18 28Z',
  ],
  // curls
  [
    'M96 170c-14-20-8-48 8-58 4-30 34-48 58-42 20-22 60-22 80 0 26-6 52 14 54 42 18 10 22 38 8 58Z',
    'M102 160c-6-62 40-98 98-98s104 36 98 98c-14-4-24-12-30-22-12 12-28 12-38 0-10 12-26 12-36 0-10 12-28 12-38 0-8 14-28 22-54 22Z',
  ],
]

function glasses(colour: string) {
  const rim = `fill="none" stroke="${colour}" stroke-width="5"`
  return `<circle cx="164" cy="194" r="24" ${rim}/><circle cx="236" cy="194" r="24" ${rim}/><path d="M188 192q12-8 24 0M140 190l-22-6M260 190l22-6" ${rim}/>`
}

function mouth(random: Random) {
  const shapes = ['M176 240q24 22 48 0', 'M180 242q20 14 40 0', 'M174 236q26 30 52 0Z']
  const shape = random.pick(shapes)
  const fill = shape.endsWith('Z') ? '#fff' : 'none'
  return `<path d="${shape}" fill="${fill}" stroke="#a8473f" stroke-width="6" stroke-linecap="round" stroke-linejoin="round"/>`
}

/**
 * Draws a flat portrait: the number chooses hair, skin, clothes, glasses and background. The same number gives the same
 * portrait.
 */
export function drawPortrait(number: number, { isGirl, age }: PortraitOptions): string {
  const random = createRandom(number)
  const skin = random.pick(skins)
  const grey = age === 'adult' && random.below(6) === 0
  const hair = grey ? '#8b8d93' : random.pick(hairs)
  const [behind, over] = random.pick(isGirl ? (age === 'child' ? girlsHair : girlsHair.slice(0, -1)) : boysHair)
  const clothes = random.pick(age === 'child' ? childrensClothes : adultsClothes)
  const hasGlasses = random.below(10) < (age === 'child' ? 3 : 4)
  const collar =
    age === 'child'
      ? `<path d="M160 300l40 46 40-46 22 14-34 56-28-22-28 22-34-56Z" fill="#fff"/><path d="M186 342l14 16 14-16 10 60-24 24-24-24Z" fill="#d0413a"/>`
      : `<path d="M156 304l44 60 44-60 18 10-40 92h-44l-40-92Z" fill="#fff"/><path d="M164 312l36 56 36-56" fill="none" stroke="${clothes}" stroke-width="8"/>`
  const eye = (x: number) =>
    `<circle cx="${x}" cy="194" r="9" fill="#26262b"/><circle cx="${x + 3}" cy="190" r="3" fill="#fff"/>`
  const brow = (from: number) =>
    `<path d="M${from} 166q16-10 32-2" fill="none" stroke="${hair}" stroke-width="7" stroke-linecap="round"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="600" viewBox="0 0 400 500">
<rect width="400" height="500" fill="${random.pick(backgrounds)}"/>
<path d="${behind}" fill="${hair}"/>
<path d="M48 500c2-104 62-160 152-160s150 56 152 160Z" fill="${clothes}"/>
<path d="M168 264h64v60c0 24-64 24-64 0Z" fill="${skin}"/><path d="M168 282q32 26 64 0v16q-32 24-64 0Z" fill="#0000001f"/>
${collar}
<circle cx="104" cy="204" r="20" fill="${skin}"/><circle cx="296" cy="204" r="20" fill="${skin}"/>
<path d="M104 180c0-70 40-106 96-106s96 36 96 106c0 74-44 116-96 116s-96-42-96-116Z" fill="${skin}"/>
<circle cx="140" cy="226" r="16" fill="#ef8f7a55"/><circle cx="260" cy="226" r="16" fill="#ef8f7a55"/>
${eye(164)}${eye(236)}${brow(148)}${brow(220)}
<path d="M198 204q-8 18 4 20" fill="none" stroke="#00000033" stroke-width="5" stroke-linecap="round"/>
${mouth(random)}
<path d="${over}" fill="${hair}"/>
${hasGlasses ? glasses(random.pick(['#33363d', '#7a4b3a', '#3f5f8a'])) : ''}
</svg>`
}

/** As a user would upload it. Hardly compressed, because photo uploads refuse small files. */
export const renderPortrait = (number: number, options: PortraitOptions): Promise<Buffer> =>
  sharp(Buffer.from(drawPortrait(number, options)))
    .flatten()
    .png({ compressionLevel: 0 })
    .toBuffer()
