import { statfsSync } from 'node:fs'
import { totalmem } from 'node:os'

const MB = 1024 * 1024

/** For a server of one company on a small machine shared with the application. No setting reduces durability. */
export function defaultSettings(memory = usableMemory()): Record<string, string> {
  return {
    max_connections: '200',
    shared_buffers: megabytes(memory / 4, 64, 2048),
    effective_cache_size: megabytes(memory / 2, 128, 65_536),
    work_mem: megabytes(memory / 512, 4, 32),
    maintenance_work_mem: megabytes(memory / 16, 64, 512),
    wal_compression: 'on',
    checkpoint_timeout: '15min',
    random_page_cost: '1.1',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
    // Statement parameters are personal data and are not logged.
    log_parameter_max_length_on_error: '0',
    log_parameter_max_length: '0',
    ...(hasSmallSharedMemoryMount() ? { dynamic_shared_memory_type: 'sysv' } : {}),
  }
}

/** The command line of a postmaster. The protective settings come last, so that no other setting overrides them. */
export function settingArguments(settings: Record<string, string>, port: number): string[] {
  const all = {
    ...defaultSettings(),
    ...settings,
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    logging_collector: 'off',
    log_destination: 'stderr',
  }
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

function usableMemory(): number {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(totalmem(), limit) : totalmem()
}

function megabytes(bytes: number, least: number, most: number): string {
  return `${Math.round(Math.min(Math.max(bytes / MB, least), most))}MB`
}

/** Containers have 64 MB in /dev/shm by default, too little for parallel queries. */
function hasSmallSharedMemoryMount(): boolean {
  if (process.platform !== 'linux') return false
  try {
    const { blocks, bsize } = statfsSync('/dev/shm')
    return blocks * bsize < 256 * MB
  } catch {
    return true
  }
}
