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
        // Those outside the program count too: a class may override one of theirs. Where one cannot be found, there may be some.
        var supertypes = new Supertypes(program);
        if (supertypes.AllClassesOf(classes[0]) is not { } all)
        {
            return true;
        }

        if (!all.Any(type => type is GenericInstanceType))
        {
            return false;
        }

        var signature = SignatureOf(slot.Method, slot.Type);
        var methods = Enumerable.Range(0, all.Count).SelectMany(level => MethodsOf(level).Select(method => (Method: method, Level: level))).ToList();
        var seen = new Dictionary<int, IReadOnlyList<TypeReference>>();
        return methods.Exists(one => DiffersFromBases(one.Level, SignatureOf(one.Method, Seen(one.Level)[0])))
            || (slot.DeclaringType.IsInterface && Enumerable.Range(0, classes.Count).Any(level => Instances(level).Any(type => DiffersFromBases(level, SignatureOf(slot.Method, type)))));

        string SignatureOf(MethodDefinition method, TypeReference type) => VirtualSlot.SignatureOf(method, type, program.KeyAnywhere);

        IEnumerable<MethodDefinition> MethodsOf(int level) => program.OutsideBases.MethodsOf(all[level], slot.Method.Name).Where(method => SignatureOf(method, all[level]) == signature);

        // Each class as its own code sees it, and its bases.
        IReadOnlyList<TypeReference> Seen(int level)
        {
            if (!seen.TryGetValue(level, out var itself))
            {
                seen.Add(level, itself = supertypes.AllClassesOf(TypeSubstitution.Itself(all[level].Resolve()))!);
            }

            return itself;
        }

        bool DiffersFromBases(int level, string inCode) =>
            methods.Exists(other => other.Level >= level && SignatureOf(other.Method, Seen(level)[other.Level - level]) != inCode);

        IEnumerable<TypeReference> Instances(int level) => supertypes.InterfacesOf(TypeSubstitution.Itself(program.Find(classes[level])!)).Where(type =>
            program.Find(type) == slot.DeclaringType && program.KeyOf(TypeSubstitution.InstanceOf(classes[level], type)) == program.KeyOf(slot.Type));
    }
}
