import { clientFile } from "@/lib/crm/clients/client_file.ts";
import {
  commitImport,
  type ImportFile,
  type OpenAsMember,
  previewImport,
} from "@/lib/records/imports/imports.ts";

/** @throws Problem validation_failed */
export function previewClients(asMember: OpenAsMember, file: ImportFile) {
  return previewImport(asMember, clientFile, file);
}

/** @throws Problem validation_failed, duplicate */
export function commitClients(asMember: OpenAsMember, file: ImportFile) {
  return commitImport(asMember, clientFile, file);
}
