import { createHash } from 'node:crypto'

const kinds = ['晴', '多云', '阴', '小雨', '中雨', '晴', '雾', '雷阵雨']
const winds = ['东', '东北', '北', '西北', '西', '西南', '南', '东南']
const powers = ['≤3', '4', '≤3', '5', '≤3', '≤3', '4', '≤3']
const clock = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: 'Asia/Shanghai' })
const dayLength = 86_400_000

/** Invented weather: the same for an area and an hour, or an area and a day. */
export function liveFor(city: string) {
  const at = draw(city, Math.floor(Date.now() / 3_600_000))
  const temperature = 4 + (at % 25)
  const humidity = 40 + (at % 50)
  return {
    ...areaOf(city),
    weather: kinds[at % 8],
    temperature: `${temperature}`,
    winddirection: winds[(at >> 3) % 8],
    windpower: powers[(at >> 6) % 8],
    humidity: `${humidity}`,
    reporttime: clock.format(new Date()),
    temperature_float: `${temperature}.0`,
    humidity_float: `${humidity}.0`,
  }
}

export const forecastFor = (city: string) => ({
  ...areaOf(city),
  reporttime: clock.format(new Date()),
  casts: [0, 1, 2, 3].map((days) => dayForecast(city, Date.now() + days * dayLength)),
})

function dayForecast(city: string, time: number) {
  const date = clock.format(new Date(time)).slice(0, 10)
  const at = draw(city, Math.floor(new Date(date).getTime() / dayLength))
  const [day, night] = [12 + (at % 18), 2 + (at % 10)]
  return {
    date,
    week: `${new Date(date).getUTCDay() || 7}`,
    dayweather: kinds[at % 8],
    nightweather: kinds[(at >> 2) % 8],
    daytemp: `${day}`,
    nighttemp: `${night}`,
    daywind: winds[(at >> 3) % 8],
    nightwind: winds[(at >> 4) % 8],
    daypower: powers[(at >> 6) % 8],
    nightpower: powers[(at >> 7) % 8],
    daytemp_float: `${day}.0`,
    nighttemp_float: `${night}.0`,
  }
}

const areaOf = (city: string) => ({ province: '模拟省', city: `模拟${city}`, adcode: city })

/** A number that looks random. */
const draw = (city: string, time: number) => createHash('sha256').update(`${city} ${time}`).digest().readUInt16BE()
