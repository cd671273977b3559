import { LaptopOutlined, MobileOutlined } from '@ant-design/icons'
import type { Icon } from './glyph.tsx'

/** By the server's name of the device: 华为手机，微信. */
export const getDeviceIcon = (device: string): Icon =>
  /手机|iPhone|iPad|平板/.test(device) ? MobileOutlined : LaptopOutlined
