using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.IL;
using PooledAwait.Fody.Report;
using PooledAwait.Fody.Rewrites.Builders;
using PooledAwait.Fody.Values;
using Tests.Compilation;

namespace Tests.Builders.Conformance;

/// <summary>Gives a task to each call of an assembly's own ValueTask methods, as weaving does for callers that misuse the ValueTask.</summary>
public static class OwnTasks
{
    public static byte[] Give(byte[] image)
    {
        using var module = CompiledAssembly.Read(image);
        var misused = new MisusedCalls(_ => throw new InvalidOperationException("Nobody asks which calls can have one."));
        foreach (var caller in module.GetTypes().SelectMany(type => type.Methods).Where(method => method.HasBody))
        {
            foreach (var call in caller.Body.Instructions.Where(call => call.OpCode.Code is Code.Call or Code.Callvirt && IsOfValueTask((MethodReference)call.Operand)))
            {
                misused.Add(new MisusedCall(caller, call, Reason.ConsumedTwice));
            }
        }

        var runtime = module.AssemblyReferences.Single(reference => reference.Name == "PooledAwait.Runtime");
        misused.Convert(module, () => runtime, new WeavingReport(module, new MethodOwners(module)));
        var output = new MemoryStream();
        module.Write(output);
        return output.ToArray();

        bool IsOfValueTask(MethodReference called) => ValueTaskTypes.IsValueTask(called.ReturnType) && called.DeclaringType.Scope == module && called.Resolve()?.HasBody == true;
    }
}
