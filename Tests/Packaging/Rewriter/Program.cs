using System;
using System.IO;
using System.Linq;
using Mono.Cecil;
using Mono.Cecil.Cil;

// Rewrites an assembly in place. "wrap" puts code around async methods whose name begins with Guarded, "rename" renames these methods, and "copy" only writes
// the file again.
var (way, file) = (args[0], args[1]);
using var assembly = AssemblyDefinition.ReadAssembly(new MemoryStream(File.ReadAllBytes(file)));
var module = assembly.MainModule;
module.Mvid = Guid.NewGuid();
var guarded = module.Types.SelectMany(type => type.Methods).Where(method => method.Name.StartsWith("Guarded", StringComparison.Ordinal)).ToList();
foreach (var method in way == "wrap" ? guarded : [])
{
    var inner = new MethodDefinition(method.Name + "$inner", method.Attributes, method.ReturnType) { Body = method.Body };
    method.DeclaringType.Methods.Add(inner);
    method.Body = new MethodBody(method);
    var il = method.Body.GetILProcessor();
    il.Emit(OpCodes.Ldstr, "guarded");
    il.Emit(OpCodes.Call, method.DeclaringType.Methods.Single(other => other.Name == "Log"));
    il.Emit(OpCodes.Call, inner);
    il.Emit(OpCodes.Ret);
}

foreach (var method in way == "rename" ? guarded : [])
{
    method.Name += "$core";
}

assembly.Write(file);
