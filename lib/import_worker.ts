import { clientFile } from "@/lib/crm/clients/client_file.ts";
import { contactFile } from "@/lib/crm/contacts/contact_file.ts";
import { serveImports } from "@/lib/records/imports/import_reader.ts";
import { productFile } from "@/lib/sales/products/product_file.ts";

serveImports({ contact: contactFile, client: clientFile, product: productFile });
