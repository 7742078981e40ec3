import { DatabaseSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'

const { file, patienceMs } = workerData as { file: string; patienceMs: number }
const connection = new DatabaseSync(file, { timeout: patienceMs })
try {
  connection.exec('pragma synchronous = full; pragma secure_delete = on; vacuum')
} finally {
  connection.close()
}
