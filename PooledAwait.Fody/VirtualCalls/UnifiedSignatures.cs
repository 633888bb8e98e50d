using Mono.Cecil;
using PooledAwait.Fody.Cil.Types;
using PooledAwait.Fody.Programs;

namespace PooledAwait.Fody.VirtualCalls;

/// <summary>
/// Methods that only type arguments make alike, as <c>Get(T)</c> and <c>Get(int)</c> in a <c>D&lt;int&gt;</c>. The runtime matches what overrides and implements by the signatures that stand
/// in the code of each class, so one of them has nothing to do with the other, or with a slot. Where a class that is not generic inherits both and overrides one, it decides by the order of
/// slots.
/// </summary>
internal static class UnifiedSignatures
{
    /// <summary>Whether there are any among what may be found for a slot.</summary>
    /// <param name="program">What is woven together.</param>
    /// <param name="classes">The object's type and its bases, with their type arguments, the nearest first.</param>
    /// <param name="slot">What is called, as the object's type names it.</param>
    public static bool Exist(WovenProgram program, IReadOnlyList<TypeReference> classes, VirtualSlot slot)
    {
        if (!classes.Any(type => type is GenericInstanceType))
        {
            return false;
        }

        var supertypes = new Supertypes(program);
        var signature = slot.SignatureIn(program);
        var methods = Enumerable.Range(0, classes.Count).SelectMany(level => VirtualSlot.MethodsOf(classes[level], slot.Method.Name, signature, program).Select(method => (Method: method, Level: level))).ToList();

        // Each class as its own code sees it, and its bases.
        var seen = classes.Select(type => supertypes.ClassesOf(TypeSubstitution.Itself(program.Find(type)!))).ToList();
        return methods.Exists(one => DiffersFromBases(one.Level, VirtualSlot.SignatureOf(one.Method, seen[one.Level][0], program)))
            || (slot.DeclaringType.IsInterface && Enumerable.Range(0, classes.Count).Any(level => Instances(level).Any(type => DiffersFromBases(level, VirtualSlot.SignatureOf(slot.Method, type, program)))));

        bool DiffersFromBases(int level, string inCode) =>
            methods.Exists(other => other.Level >= level && VirtualSlot.SignatureOf(other.Method, seen[level][other.Level - level], program) != inCode);

        IEnumerable<TypeReference> Instances(int level) => supertypes.InterfacesOf(seen[level][0]).Where(type =>
            program.Find(type) == slot.DeclaringType && program.KeyOf(TypeSubstitution.InstanceOf(classes[level], type)) == program.KeyOf(slot.Type));
    }
}
