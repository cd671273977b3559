import {
  CustomerServiceOutlined,
  FileExcelOutlined,
  FileImageOutlined,
  FileOutlined,
  FilePdfOutlined,
  FilePptOutlined,
  FileTextOutlined,
  FileWordOutlined,
  FileZipOutlined,
  VideoCameraOutlined,
} from '@ant-design/icons'
import type { Icon } from './glyph.tsx'

const icons: readonly [RegExp, Icon][] = [
  [/\.pdf$/i, FilePdfOutlined],
  [/\.(xlsx?|csv|et)$/i, FileExcelOutlined],
  [/\.(docx?|wps)$/i, FileWordOutlined],
  [/\.(pptx?|dps)$/i, FilePptOutlined],
  [/\.(jpe?g|png|gif|bmp|webp|svg)$/i, FileImageOutlined],
  [/\.(mp4|m4v|mov|webm)$/i, VideoCameraOutlined],
  [/\.(mp3|m4a|wav|ogg|aac)$/i, CustomerServiceOutlined],
  [/\.(txt|html?)$/i, FileTextOutlined],
  [/\.zip$/i, FileZipOutlined],
]

/** The icon of a file type, by the file name. */
export const getFileIcon = (name: string): Icon => icons.find(([ending]) => ending.test(name))?.[1] ?? FileOutlined
