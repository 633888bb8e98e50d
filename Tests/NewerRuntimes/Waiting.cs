using Mono.Cecil;

namespace Tests.NewerRuntimes;

/// <summary>Finds methods of an assembly that may wait for another thread. If there is no other thread, such a method would wait for ever.</summary>
internal sealed class Waiting(ModuleDefinition module)
{
    private static readonly HashSet<string> s_endless = ["System.Threading.WaitHandle::WaitOne", "System.Threading.SpinWait::SpinUntil", "System.Threading.Thread::Sleep"];

    /// <summary>
    /// Returns a waiting method of the base library that the given method calls, directly or indirectly. Returns null if there is no such method.
    /// </summary>
    public string? In(string type, string method)
    {
        var root = module.GetType(type.Replace('+', '/')).Methods.Single(candidate => candidate.Name == method);
        HashSet<MethodDefinition> seen = [root];
        var pending = new Queue<MethodDefinition>(seen);
        while (pending.TryDequeue(out var current))
        {
            Machines(current).Where(seen.Add).ToList().ForEach(pending.Enqueue);
            foreach (var called in current.HasBody ? current.Body.Instructions.Select(instruction => instruction.Operand).OfType<MethodReference>() : [])
            {
                var name = $"{called.DeclaringType.FullName}::{called.Name}";
                if (s_endless.Contains(name))
                {
                    return name;
                }

                if (called.DeclaringType.Scope == module && called.Resolve() is { } own && seen.Add(own))
                {
                    pending.Enqueue(own);
                }
            }
        }

        return null;
    }

    /// <summary>Returns MoveNext of a method's state machine. Returns nothing if the method is neither async nor an iterator.</summary>
    private static IEnumerable<MethodDefinition> Machines(MethodDefinition method) =>
        from attribute in method.CustomAttributes
        where attribute.AttributeType.Name.EndsWith("StateMachineAttribute", StringComparison.Ordinal)
        from moveNext in ((TypeReference)attribute.ConstructorArguments[0].Value).Resolve().Methods
        where moveNext.Name == "MoveNext"
        select moveNext;
}
